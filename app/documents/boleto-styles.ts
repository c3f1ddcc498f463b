// Positions are in millimetres from the upper left corner of an A4 sheet. The bank's part is the lowest 107.5 mm
// (95 to 108 are allowed), with the middle of its bar code 12 mm above the edge. Some line heights are in pixels,
// because Chromium rounds them to whole ones. IBM Plex digits are 0.698 em high.
export const boletoStyles = `
@page { size: 210mm 297mm; margin: 0 }
* { box-sizing: border-box; margin: 0; padding: 0 }
html, body { width: 210mm; height: 297mm; overflow: hidden; background: #fff }
body {
  position: relative; color: #000;
  font: 400 2.9mm/1.25 'IBM Plex Sans', Arial, sans-serif;
  font-variant-ligatures: none; font-variant-numeric: tabular-nums lining-nums; font-kerning: normal;
  -webkit-print-color-adjust: exact; print-color-adjust: exact;
}
svg { display: block; overflow: visible }
.line { white-space: nowrap; overflow: hidden; text-overflow: ellipsis }

.header, .order, .hint, .pix-code, .receipt, .cut, .form-part, .barcode, .stub { position: absolute; left: 10mm; width: 190mm }
.header {
  top: 11mm; height: 15mm; display: flex; align-items: center; gap: 3.2mm;
  border-bottom: .3mm solid #0a4d5f; padding-bottom: 3.5mm;
}
.header svg { width: 8.05mm; height: 10.5mm; flex: none }
.brand { flex: none; font-size: 6.2mm; line-height: 1; font-weight: 600; letter-spacing: -.01em; color: #0a4d5f }
.seller { flex: 1; min-width: 0; text-align: right; font-size: 2.7mm; line-height: 1.35; color: #333 }
.seller strong { font-weight: 600; color: #000 }

.order { top: 31mm }
.order-head { display: flex; justify-content: space-between; align-items: flex-end; gap: 8mm; margin-bottom: 3.5mm }
h1 { font-size: 6.2mm; line-height: 1.15; font-weight: 600; color: #0a4d5f }
.order-head h1, .order-head p { min-width: 0 }
.order-head h1 { flex: 1 }
.facts { display: flex; gap: 9mm; flex: none; text-align: right }
.facts dt { font-size: 2.5mm; color: #444 }
.facts dd { font-size: 4.3mm; line-height: 1.2; font-weight: 600 }
table { width: 100%; border-collapse: collapse; table-layout: fixed; font-size: 3mm }
th, td { text-align: left; vertical-align: baseline; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; height: 5.6mm; padding: .9mm 2mm .7mm 0 }
th { font-size: 2.5mm; font-weight: 400; color: #444 }
thead th { border-bottom: .3mm solid #0a4d5f }
tbody td, tbody th { border-bottom: .2mm solid #c9d4d6 }
tbody th { font-size: inherit; color: inherit }
.roomy .name { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; white-space: normal; line-height: 1.25 }
tfoot th, tfoot td { font-size: 3mm; color: #000; border: 0 }
tfoot tr:last-child th, tfoot tr:last-child td { font-weight: 600; font-size: 3.5mm; border-top: .3mm solid #0a4d5f; padding-top: 1.2mm }
.version { width: 34mm }
.quantity { width: 20mm; text-align: right }
.amount { width: 34mm; text-align: right; padding-right: 0 }
.quiet { color: #444 }

.hint { font-size: 2.7mm; line-height: 1.4; color: #444 }
.hint { top: 116mm; height: 8mm; overflow: hidden }
.hint-above { top: 106mm }
.pix-code { top: 115.4mm; height: 12mm; overflow: hidden; font-size: 2.7mm; line-height: 1.4; color: #444 }
.pix-code strong { color: #000 }
.code { font-size: 2.5mm; line-height: 1.35; color: #000; word-break: break-all }
.receipt { top: 128mm }
.part-name { font-size: 2.9mm; font-weight: 600; margin-bottom: .4mm }
.stub { font-size: 2mm; line-height: 1.2; text-align: right }
.receipt-stub { top: 177.8mm }
.bank-stub { top: 277.4mm }

.cut { top: 189.5mm; left: 0; width: 210mm; height: 0; border-top: .3mm dashed #000 }
.cut span { position: absolute; right: 10mm; bottom: .8mm; font-size: 2mm; line-height: 1.2; color: #444 }
.form-part { top: 192.3mm }
.barcode { top: 278.5mm }

.form { position: relative }
.form > svg { position: absolute; left: 0; top: 0 }
.form-head { position: relative; display: flex; align-items: flex-end; padding-bottom: .6mm }
.bank {
  width: 16.5mm; font-size: 2.9mm; line-height: 1.15; font-weight: 600; overflow-wrap: anywhere;
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;
}
.bank-code {
  position: absolute; left: 18mm; width: 23mm; bottom: 1.05mm; text-align: center; white-space: nowrap;
  font-size: 7.2mm; line-height: 5mm; font-weight: 600; letter-spacing: -.04em;
}
.digits {
  position: absolute; right: 0; bottom: 1.3mm; white-space: nowrap;
  font-size: 5.1mm; line-height: 3.6mm; font-weight: 600; letter-spacing: -.03em; word-spacing: .06em;
}
.field { position: absolute; overflow: hidden; padding: .5mm 1mm 0 }
.field[style^="left:0mm"] { padding-left: 0 }
.field dt { font-size: 1.95mm; line-height: 2.2mm; white-space: nowrap }
.field dd { margin-top: .15mm; line-height: 14px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.pix dt { font-size: 2.9mm; line-height: 3.2mm; font-weight: 600; text-align: center }
.pix dd svg { margin: 0 auto }
.at-right { padding-right: 0 }
.inner { padding-right: 1mm }
.at-right dd { text-align: right }
.strong dd { font-weight: 600; font-size: 3.4mm }
.party { display: flex }
.party span:first-child { min-width: 0; overflow: hidden; text-overflow: ellipsis }
.own-number { padding-left: 4mm; font-size: 3.2mm; font-weight: 400 }
.party span + span { flex: none; padding-left: 2mm }
.address { display: block; overflow: hidden; text-overflow: ellipsis }
.field .instructions {
  white-space: pre-line; overflow-wrap: anywhere; line-height: 14px; padding-top: .3mm;
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 6; overflow: hidden;
}
`
