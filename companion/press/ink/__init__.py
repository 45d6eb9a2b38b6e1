"""Write frames as PDF, SVG or PNG; not what they show or where they are on a sheet (`press.sheets`)."""
