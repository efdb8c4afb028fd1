// In place of the theme's file: it serves custom icons, which this site has none of.
