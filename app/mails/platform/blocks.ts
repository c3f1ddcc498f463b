import { breakLinks } from '#app/domain/accounts/person-name.ts'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'

/** A piece of text. A 'whole' piece is not broken across lines. */
export type Piece = string | { text: string; as: 'strong' | 'code' | 'whole' } | Link
type Link = { text: string; url: string; isButton?: boolean }

/** A cell. `notes` are small lines under the text. */
export type Cell = {
  pieces: readonly Piece[]
  as: 'cell' | 'label' | 'number'
  isWide?: boolean
  notes?: readonly string[]
}

/** An inline picture, which the HTML refers to by `cid`. */
export type Picture = { cid: string; name: string; content: Uint8Array }

/** An attached file. `type` is its media type. */
export type Attachment = { name: string; type: string; content: Uint8Array }

/** A part of a mail. `inText` replaces its lines in the plain text; [] omits them there. */
export type Block =
  | {
      kind: 'paragraph'
      pieces: readonly Piece[]
      as?: 'quote' | 'digits' | 'code' | 'small'
      inText?: readonly string[]
    }
  | { kind: 'table'; rows: readonly (readonly Cell[])[] }
  | { kind: 'entries'; entries: readonly (readonly (readonly Piece[])[])[] }
  | { kind: 'list'; items: readonly string[] }
  /** `size` is the width in pixels and, if `height` is omitted, also the height */
  | { kind: 'picture'; picture: Picture; alt: string; size: number; height?: number }
  | { kind: 'together'; blocks: readonly Block[] }

export function paragraph(...pieces: Piece[]): Block {
  return { kind: 'paragraph', pieces }
}

/** Returns the greeting and the first sentence. `inText` replaces the sentence in plain text, which has no heading. */
export function openingText(greeting: string, text: string, inText = text): Block {
  return { kind: 'paragraph', pieces: [`${greeting} ${text}`], inText: [greeting, '', inText] }
}

export function formatGreeting(contactName: string): string {
  return `Olá, ${breakLinks(contactName)}.`
}

export type MailedAddress = Parameters<typeof formatStreetLine>[0] & { zip_code: string }

/** Returns an address as one line. Breaks links, because users may enter them in an address. */
export function formatMailedAddress(address: MailedAddress): string {
  return breakLinks(`${formatStreetLine(address)}, ${formatPlaceLine(address, address.zip_code)}`)
}

export function quote(text: string): Block {
  return { kind: 'paragraph', pieces: [text], as: 'quote' }
}

export function labelledAnswer(label: string, text: string): Block {
  return joinBlocks(
    { kind: 'paragraph', pieces: [`${label}:`], inText: [] },
    { kind: 'paragraph', pieces: [text], as: 'quote', inText: [`${label}: ${text}`] },
  )
}

/** Returns a link. In plain text, `label` precedes the URL. */
export function link(text: string, url: string, label = text): Block {
  return { kind: 'paragraph', pieces: [{ text, url }], inText: [`${label}: ${url}`] }
}

/** Returns the mail's main action. In plain text, `inText` replaces '{text}: {url}'. */
export function button(text: string, url: string, inText: readonly string[] = [`${text}: ${url}`]): Block {
  return { kind: 'paragraph', pieces: [{ text, url, isButton: true }], inText }
}

/** Returns the last line of a mail that may be declined (D128). */
export function optOutLine(text: string, url: string): Block {
  const label = `Não quer mais receber ${text}?`
  return {
    kind: 'paragraph',
    pieces: [`${label} `, { text: 'Parar de receber', url }],
    as: 'small',
    inText: [`${label} ${url}`],
  }
}

/** Returns the URL as text for mail programs without buttons. Plain text contains the URL anyway. */
export function addressToCopy(url: string): Block {
  const text = `Se o botão não abrir, copie este link para o navegador: ${url}`
  return { kind: 'paragraph', pieces: [text], as: 'small', inText: [] }
}

export function lines(rows: readonly string[]): Block {
  return { kind: 'table', rows: rows.map((row) => [{ pieces: [row], as: 'cell' }]) }
}

export function labelledRows(rows: readonly { label: string; value: string }[]): Block {
  return {
    kind: 'table',
    rows: rows.map(({ label, value }) => [
      { pieces: [label], as: 'label' },
      { pieces: [value], as: 'cell' },
    ]),
  }
}

type AmountOptions = { isTotal?: boolean; notes?: readonly string[] }

export function makeAmountRow(
  label: string,
  amount: string,
  { isTotal = false, notes = [] }: AmountOptions = {},
): Cell[] {
  const makePiece = (text: string): Piece => (isTotal ? { text, as: 'strong' } : text)
  return [
    { pieces: [makePiece(label)], as: 'cell', notes },
    { pieces: [makePiece(amount)], as: 'number' },
  ]
}

/** Joins blocks without blank lines between them in plain text. */
export function joinBlocks(...blocks: Block[]): Block {
  return { kind: 'together', blocks }
}
