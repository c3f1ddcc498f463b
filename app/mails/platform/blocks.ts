import { breakLinks } from '#app/domain/accounts/person-name.ts'

/** 'whole' must not be broken across lines. */
export type Piece = string | { words: string; as: 'strong' | 'code' | 'whole' } | Link
type Link = { words: string; url: string; isButton?: boolean }

/** `below` are small lines under the words. */
export type Cell = {
  pieces: readonly Piece[]
  as: 'cell' | 'label' | 'number'
  isWide?: boolean
  below?: readonly string[]
}

/** Referenced in the HTML by `cid`. */
export type Picture = { cid: string; name: string; content: Uint8Array }

/** `type` is its media type. */
export type Attachment = { name: string; type: string; content: Uint8Array }

/** `inText` overrides the plain-text lines; empty where only the HTML needs the words. */
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
  /** width in pixels, height where it is another */
  | { kind: 'picture'; picture: Picture; alt: string; size: number; height?: number }
  | { kind: 'together'; blocks: readonly Block[] }

export function paragraph(...pieces: Piece[]): Block {
  return { kind: 'paragraph', pieces }
}

/** `inText`: plain text has no heading, so it may have to name the topic. */
export function opening(greeting: string, words: string, inText = words): Block {
  return { kind: 'paragraph', pieces: [`${greeting} ${words}`], inText: [greeting, '', inText] }
}

export function hello(contactName: string): string {
  return `Olá, ${breakLinks(contactName)}.`
}

export function quote(words: string): Block {
  return { kind: 'paragraph', pieces: [words], as: 'quote' }
}

export function answer(label: string, words: string): Block {
  return together(
    { kind: 'paragraph', pieces: [`${label}:`], inText: [] },
    { kind: 'paragraph', pieces: [words], as: 'quote', inText: [`${label}: ${words}`] },
  )
}

/** `label` precedes the URL in plain text. */
export function link(words: string, url: string, label = words): Block {
  return { kind: 'paragraph', pieces: [{ words, url }], inText: [`${label}: ${url}`] }
}

/** The mail's main action; `inText` replaces 'words: url'. */
export function button(words: string, url: string, inText: readonly string[] = [`${words}: ${url}`]): Block {
  return { kind: 'paragraph', pieces: [{ words, url, isButton: true }], inText }
}

/** At the end of a mail that may be declined (D128). */
export function optOutLine(words: string, url: string): Block {
  const label = `Não quer mais receber ${words}?`
  return {
    kind: 'paragraph',
    pieces: [`${label} `, { words: 'Parar de receber', url }],
    as: 'small',
    inText: [`${label} ${url}`],
  }
}

/** For mail programs where buttons do not work; plain text has the URL anyway. */
export function addressToCopy(url: string): Block {
  const words = `Se o botão não abrir, copie este link para o navegador: ${url}`
  return { kind: 'paragraph', pieces: [words], as: 'small', inText: [] }
}

export function lines(rows: readonly string[]): Block {
  return { kind: 'table', rows: rows.map((words) => [{ pieces: [words], as: 'cell' }]) }
}

export function facts(rows: readonly { label: string; value: string }[]): Block {
  return {
    kind: 'table',
    rows: rows.map(({ label, value }) => [
      { pieces: [label], as: 'label' },
      { pieces: [value], as: 'cell' },
    ]),
  }
}

type AmountLook = { isTotal?: boolean; below?: readonly string[] }

export function amountRow(
  words: string,
  amount: string,
  { isTotal = false, below = [] }: AmountLook = {},
): Cell[] {
  const shown = (text: string): Piece => (isTotal ? { words: text, as: 'strong' } : text)
  return [
    { pieces: [shown(words)], as: 'cell', below },
    { pieces: [shown(amount)], as: 'number' },
  ]
}

/** Without blank lines between them in plain text. */
export function together(...blocks: Block[]): Block {
  return { kind: 'together', blocks }
}
