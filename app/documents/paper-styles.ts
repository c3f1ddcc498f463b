/** Styles of all documents except boletos and labels: A4, in millimetres. */
export const paperStyles = `
* { box-sizing: border-box; margin: 0; padding: 0 }
body {
  color: #14242b; font: 400 3.4mm/1.5 'IBM Plex Sans', Arial, sans-serif;
  font-variant-numeric: tabular-nums lining-nums; font-variant-ligatures: none;
  -webkit-print-color-adjust: exact; print-color-adjust: exact;
}
svg { display: block }
.letterhead { display: flex; align-items: center; gap: 3.2mm; border-bottom: .3mm solid #0a4d5f; padding-bottom: 3.5mm }
.letterhead svg { width: 8.05mm; height: 10.5mm; flex: none }
.brand { flex: none; font-size: 6.2mm; line-height: 1; font-weight: 600; letter-spacing: -.01em; color: #0a4d5f }
.seller { flex: 1; min-width: 0; text-align: right; font-size: 2.7mm; line-height: 1.4; color: #333 }
.seller p + p { margin: 0 }
.seller strong { font-weight: 600; color: #000 }
h1 { font-size: 7.4mm; line-height: 1.2; font-weight: 600; color: #0a4d5f; margin: 9mm 0 2mm }
h2 { font-size: 4.2mm; line-height: 1.3; font-weight: 600; color: #0a4d5f; margin: 7mm 0 2mm }
p + p { margin-top: 2mm }
.quiet { color: #4a5d65; font-size: 2.9mm }
table { width: 100%; border-collapse: collapse; font-size: 3.1mm; line-height: 1.4; margin-top: 5mm }
thead { display: table-header-group }
tr { break-inside: avoid }
th, td { text-align: left; vertical-align: top; padding: 1.3mm 3mm 1.3mm 0 }
th:last-child, td:last-child { padding-right: 0 }
thead th { font-weight: 600; font-size: 2.7mm; color: #4a5d65; border-bottom: .3mm solid #0a4d5f }
tbody th { font-weight: 400 }
tbody tr { border-bottom: .2mm solid #d3dad8 }
tfoot { display: table-row-group }
tfoot td, tfoot th { font-weight: 400 }
tfoot tr:last-child > * { font-weight: 600; border-top: .3mm solid #0a4d5f }
.num { text-align: right }
.code { white-space: nowrap }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .8mm 5mm; margin-top: 4mm }
dl.facts dt { color: #4a5d65 }
`

export const portrait = `
@page {
  size: 210mm 297mm; margin: 16mm 16mm 18mm;
  @bottom-right { content: counter(page) " / " counter(pages); font: 400 2.7mm 'IBM Plex Sans', Arial, sans-serif; color: #4a5d65 }
}
`

export const landscape = portrait.replace('210mm 297mm', '297mm 210mm')

/** Omits page numbers, which are added later for all parts of a report. */
export const landscapePart = landscape.replace(/ *@bottom-right \{[^}]*\}\n/, '')

/** Styles of sheets that contain only their number, in the same place as on other papers. */
export const landscapeSheet = `
@page { size: 297mm 210mm; margin: 0 }
section { position: relative; height: 209.8mm; overflow: hidden; break-after: page }
section:last-child { break-after: auto }
section p { position: absolute; right: 16mm; bottom: 7.2mm; font-size: 2.7mm; line-height: 3.6mm; color: #4a5d65 }
`
