"""The reference pages are complete and right, and each claim that is wrong has its correction."""

import inspect
import re

import pytest
import torch
import torch.fx

import pages
from run_pages import resolve

NEEDS_NO_CORRECTION = {"true", "as claimed", "unverifiable"}


def methods(name):
    """Return a class and the public methods that it defines itself."""
    defined = vars(resolve(name)).items()
    public = [m for m, f in defined if inspect.isfunction(f) and not m.startswith("_")]
    return [name, *(f"{name}.{method}" for method in public)]


def exported(name):
    """Return the names in ``__all__``."""
    return [f"{name}.{each}" for each in resolve(name).__all__]


def areas():
    """Return the public names that each topic's reference page must document."""
    return {
        "overrides": [
            *exported("torch.overrides"),
            "torch.overrides.TorchFunctionMode",
            "torch.overrides.BaseTorchFunctionMode",
            "torch._C.DisableTorchFunctionSubclass",
            "torch._C.DisableTorchFunction",
        ],
        "vmap": [*exported("torch.func"), "torch.vmap"],
        "assume-constant-result": exported("torch.compiler"),
        "fx-transformer": methods("torch.fx.Transformer") + methods("torch.fx.Interpreter"),
    }


def references(sources):
    """Return the text of each topic's reference page."""
    return {
        name.partition("/")[0]: text
        for name, text in sources.items()
        if name.endswith("/reference")
    }


# Rules. Each returns lines of faults.


def wrong_signatures(sources):
    """Compare ``:signature:`` with what inspect says of the installed torch."""
    found = []
    for topic, text in references(sources).items():
        for entry in pages.of_kind(text, "api"):
            place = f"docs/{topic}/reference.md:{entry.line}: {entry.argument}"
            try:
                target = resolve(entry.argument)
            except AttributeError:
                found.append(f"{place}: no such name")
                continue
            try:
                real = str(inspect.signature(target)) if callable(target) else None
            except (TypeError, ValueError):
                real = None  # C code that tells no signature
            stated = entry.options.get("signature")
            if real is not None:
                real = re.sub(r"0x[0-9a-f]+", "0x...", real)
                if stated != real:
                    found.append(f"{place}: signature {stated}, really {real}")
    return found


def wrong_releases(sources):
    """Compare ``:since:`` with the table of first releases."""
    names, found = pages.data("since.json")["names"], []
    for topic, text in references(sources).items():
        for entry in pages.of_kind(text, "api"):
            if entry.argument not in names:
                continue
            first = ".".join(names[entry.argument]["first"].split(".")[:2])
            if (stated := entry.options.get("since")) != first:
                place = f"docs/{topic}/reference.md:{entry.line}: {entry.argument}"
                found.append(f"{place}: since {stated}, really {first}")
    return found


def undocumented(sources):
    """Name the public names without exactly one entry."""
    found = []
    for topic, text in references(sources).items():
        entries = [entry.argument for entry in pages.of_kind(text, "api")]
        for name in areas().get(topic, ()):
            if entries.count(name) != 1:
                found.append(f"docs/{topic}/reference.md: {name}: {entries.count(name)} entries")
    return found


def uncorrected(sources, claims):
    """Name the wrong claims without a proven correction, and corrections of unknown claims."""
    answered, found = set(), []
    for page, text in sources.items():
        every = pages.blocks(text)
        for box in every:
            if box.kind != "correction":
                continue
            proofs = [b for b in every if b.kind == "doctest" and box in b.parents and b.examples]
            for claim in box.argument.split():
                if claim not in claims:
                    found.append(f"docs/{page}.md:{box.line}: no claim {claim}")
                if not proofs:
                    found.append(f"docs/{page}.md:{box.line}: {claim} is not proven")
                answered.add(claim)
    for claim, verdict in claims.items():
        topic = pages.TOPICS[claim.partition("-")[0]]
        due = f"{topic}/corrections" in sources and verdict not in NEEDS_NO_CORRECTION
        if due and claim not in answered:
            found.append(f"docs/{topic}/corrections.md: {claim} ({verdict}) has no correction")
    return found


# The pages.


@pytest.mark.parametrize("rule", [wrong_signatures, wrong_releases, undocumented])
def test_reference(rule):
    assert rule(pages.sources()) == []


def test_every_wrong_claim_is_corrected():
    assert uncorrected(pages.sources(), pages.data("claims.json")) == []


# Each rule can fail.


def reference(*entries):
    """Return sources with one reference page of torch.overrides."""
    return {"overrides/reference": "\n".join(f"```{{api}} {entry}\n```\n" for entry in entries)}


SIGNATURE = str(inspect.signature(torch.overrides.is_tensor_like))


def test_right_entry_passes():
    sources = reference(f"torch.overrides.is_tensor_like\n:signature: {SIGNATURE}\n:since: 1.7")
    assert wrong_signatures(sources) == []
    assert wrong_releases(sources) == []


@pytest.mark.parametrize("options", ["", ":signature: (self)\n:since: 1.7"])
def test_wrong_signature_is_found(options):
    assert wrong_signatures(reference(f"torch.overrides.is_tensor_like\n{options}"))


def test_quoted_signature_is_read():
    entry = f"torch.overrides.is_tensor_like\n:signature: '{SIGNATURE}'\n:since: '1.7'"
    assert wrong_signatures(reference(entry)) == wrong_releases(reference(entry)) == []


def test_unknown_name_is_found():
    assert wrong_signatures(reference("torch.overrides.no_such_name"))


@pytest.mark.parametrize("options", ["", ":since: 1.7", ":since: 1.8.1"])
def test_wrong_release_is_found(options):
    assert wrong_releases(reference(f"torch.overrides.wrap_torch_function\n{options}"))


def test_missing_and_double_entries_are_found():
    names = areas()["overrides"]
    assert undocumented(reference(*names)) == []
    assert len(undocumented(reference(*names[1:]))) == 1
    assert len(undocumented(reference(*names, names[0]))) == 1


PROOF = "```{doctest}\n>>> 1\n1\n```\n"


@pytest.mark.parametrize(
    "text, faults",
    [
        ("````{correction} S0-C3 S0-C4\n:claim: c\n\n" + PROOF + "````\n", 0),
        ("````{correction} S0-C3\n:claim: c\n\n" + PROOF + "````\n", 1),
        ("````{correction} S0-C3 S0-C4\n:claim: c\n\nText.\n````\n" + PROOF, 2),
        ("````{correction} S0-C3 S0-C4 S0-C999\n:claim: c\n\n" + PROOF + "````\n", 1),
        ("S0-C3 S0-C4\n", 2),
    ],
)
def test_missing_correction_is_found(text, faults):
    claims = {"S0-C2": "true", "S0-C3": "false", "S0-C4": "partly", "S1-C1": "false"}
    assert len(uncorrected({"overrides/corrections": text}, claims)) == faults


def test_a_claim_waits_for_its_topic():
    assert uncorrected({}, {"S1-C1": "false"}) == []
