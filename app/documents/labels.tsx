import { renderDocument } from '#app/documents/render-document.server.tsx'
import { fitText } from '#app/domain/platform/text-fit.ts'
import {
  getLabelPlace,
  type LabelSheet,
  type LabelStyle,
  labelSheets,
  letterPaper,
  type SheetName,
} from '#app/domain/shipments/label.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import {
  formatCompleteLines,
  formatSenderLine,
  formatSimpleLines,
} from '#app/text/shipments/label-sheet-labels.ts'
import { Unbroken } from '#app/ui/unbroken.tsx'

type Recipient = Parameters<typeof formatCompleteLines>[0]

export type Labels = {
  seller: CompanyContact
  sheet: SheetName
  style: LabelStyle
  start: number // the first free label of the sheet, from 1
  recipients: readonly Recipient[]
}

// Lengths and font sizes are in millimetres.
const margin = { x: 4, y: 2.2 }
const senderGap = 0.8
const senderHeightShare = 0.26 // share of the height within the margins
const lineHeight = 1.22
const recipientSizes = [4.6, 4.2, 3.9, 3.6, 3.3, 3, 2.8, 2.6, 2.4, 2.2, 2, 1.8, 1.6, 1.4, 1.2]
const senderSizes = [2.8, 2.6, 2.4, 2.2, 2, 1.8, 1.6, 1.4, 1.2]

export function renderLabels({ seller, sheet: name, style, start, recipients }: Labels): string {
  const sheet = labelSheets[name]
  const placedRecipients = recipients.map((recipient, index) => ({
    recipient,
    ...getLabelPlace(sheet, start - 1 + index),
  }))
  const pages = [...new Set(placedRecipients.map(({ page }) => page))]
  return renderDocument({
    title: 'Etiquetas',
    css: makeStyles(sheet),
    children: pages.map((page) => (
      <section key={page}>
        {placedRecipients
          .filter((placed) => placed.page === page)
          .map(({ recipient, x, y }) => (
            <div key={`${x} ${y}`} className="label" style={{ left: formatMm(x), top: formatMm(y) }}>
              {style === 'simple' ? (
                <Lines lines={formatSimpleLines(recipient)} box={measureBox(sheet)} />
              ) : (
                <CompleteLabel {...{ recipient, seller, sheet }} />
              )}
            </div>
          ))}
      </section>
    )),
  })
}

type CompleteLabelProps = { recipient: Recipient; seller: CompanyContact; sheet: LabelSheet }

/** Places the sender below because some PDF readers read two columns of a label letter by letter. */
function CompleteLabel({ recipient, seller, sheet }: CompleteLabelProps) {
  const box = measureBox(sheet)
  const senderHeight = box.height * senderHeightShare
  const sender = formatSenderLine(seller)
  const senderSize = fitText([sender], { ...box, height: senderHeight, sizes: senderSizes })
  const recipientBox = { ...box, height: box.height - senderHeight - 2 * senderGap }
  return (
    <>
      <Lines lines={formatCompleteLines(recipient)} box={recipientBox} />
      <p className="sender" style={{ fontSize: formatMm(senderSize) }}>
        {sender}
      </p>
    </>
  )
}

type Box = Parameters<typeof fitText>[1]

function Lines({ lines, box }: { lines: string[]; box: Box }) {
  const [name, ...otherLines] = lines
  return (
    <div className="lines" style={{ fontSize: formatMm(fitText(lines, box)) }}>
      <p className="name">{name}</p>
      {otherLines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: printed once, in this order.
        <p key={index}>
          <Unbroken text={line} />
        </p>
      ))}
    </div>
  )
}

function measureBox(sheet: LabelSheet): Box {
  const width = sheet.width - 2 * margin.x
  const height = sheet.height - 2 * margin.y
  return { width, height, lineHeight, sizes: recipientSizes }
}

function formatMm(length: number): string {
  return `${Number(length.toFixed(3))}mm`
}

function makeStyles({ width, height }: LabelSheet): string {
  return `
@page { size: ${formatMm(letterPaper.width)} ${formatMm(letterPaper.height)}; margin: 0 }
* { box-sizing: border-box; margin: 0; padding: 0 }
body {
  color: #000; font: 400 3mm/${lineHeight} 'IBM Plex Sans', Arial, sans-serif; font-variant-ligatures: none;
  text-rendering: geometricPrecision;
}
section {
  position: relative; width: ${formatMm(letterPaper.width)}; height: ${formatMm(letterPaper.height - 0.2)}; overflow: hidden;
  break-after: page;
}
section:last-child { break-after: auto }
.label {
  position: absolute; display: flex; flex-direction: column; overflow: hidden; overflow-wrap: anywhere;
  width: ${formatMm(width)}; height: ${formatMm(height)}; padding: ${formatMm(margin.y)} ${formatMm(margin.x)};
}
.lines { margin: auto 0 }
.name { font-weight: 600 }
.nowrap { white-space: nowrap }
.sender { flex: none; border-top: .2mm solid #000; padding-top: ${formatMm(senderGap)} }
`
}
