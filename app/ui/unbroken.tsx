/** Codes of models, registrations and documents, with a revision's number: 'EMB-203', 'PT-ABC', 'Rev. 9'. */
const code = /((?<![\p{L}\d-])[A-Z][A-Z\d]*(?:-[A-Z\d]+)+(?![\p{L}-])|Rev\. \d+)/u

/** A title or sentence whose codes stay in one line. */
export function Unbroken({ text }: { text: string }) {
  const parts = text.split(code)
  if (parts.length === 1) return <>{text}</>
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in its order.
      <span key={index} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
