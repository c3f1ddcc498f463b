/** Matches codes such as 'EMB-203', 'PT-ABC', 'Rev. 9', '200-28-0001', '78550-001' and a CNPJ, and the word e-mail. */
const unbreakableCode =
  /((?<![\p{L}\d-])[A-Z][A-Z\d]*(?:-[A-Z\d]+)+(?![\p{L}-])|Rev\. \d+|(?<![\p{L}\d./-])\d[\dA-Z./]{0,19}(?:-[\dA-Z]{1,9}){1,4}(?![\p{L}\d-])|(?<![\p{L}-])[Ee]-mails?(?!\p{L}))/u

/** Prevents line breaks inside codes. */
export function Unbroken({ text }: { text: string }) {
  const parts = text.split(unbreakableCode)
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
