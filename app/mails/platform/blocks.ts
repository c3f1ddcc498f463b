/** A run of words: plain, emphasised, a code somebody may type, one that must not be broken, or a link. */
export type Piece = string | { words: string; as: 'strong' | 'code' | 'whole' } | Link
type Link = { words: string; url: string; isButton?: boolean }

export type Cell = { pieces: readonly Piece[]; as: 'cell' | 'label' | 'number'; isWide?: boolean }

/** A picture that travels inside the mail; the HTML names it by `cid`. */
export type Picture = { cid: string; name: string; content: Uint8Array }

/**
 * A part of a mail. Text and HTML say the same; `inText` has the lines of text where they are worded differently, and is
 * empty where the HTML alone needs the words.
 */
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
  | { kind: 'picture'; picture: Picture; alt: string; size: number }
  | { kind: 'together'; blocks: readonly Block[] }

export function paragraph(...pieces: Piece[]): Block {
  return { kind: 'paragraph', pieces }
}

/** The greeting with the first sentence; `inText` is for a text that has no heading to say what it is about. */
export function opening(greeting: string, words: string, inText = words): Block {
  return { kind: 'paragraph', pieces: [`${greeting} ${words}`], inText: [greeting, '', inText] }
}

/** 'Olá, Ana.' */
export function hello(contactName: string): string {
  return `Olá, ${contactName}.`
}

/** What a person wrote, as it was written. */
export function quote(words: string): Block {
  return { kind: 'paragraph', pieces: [words], as: 'quote' }
}

/** What a person answered, in one line of text. */
export function answer(label: string, words: string): Block {
  return together(
    { kind: 'paragraph', pieces: [`${label}:`], inText: [] },
    { kind: 'paragraph', pieces: [words], as: 'quote', inText: [`${label}: ${words}`] },
  )
}

/** A link of its own; `label` stands before the address in text. */
export function link(words: string, url: string, label = words): Block {
  return { kind: 'paragraph', pieces: [{ words, url }], inText: [`${label}: ${url}`] }
}

/** The one thing a mail asks for; `inText` stands for 'words: url'. */
export function button(words: string, url: string, inText: readonly string[] = [`${words}: ${url}`]): Block {
  return { kind: 'paragraph', pieces: [{ words, url, isButton: true }], inText }
}

/** For mail programs in which the button leads nowhere; the text has the address anyway. */
export function addressToCopy(url: string): Block {
  const words = `Se o botão não abrir, copie este endereço para o navegador: ${url}`
  return { kind: 'paragraph', pieces: [words], as: 'small', inText: [] }
}

/** Rows of one cell. */
export function lines(rows: readonly string[]): Block {
  return { kind: 'table', rows: rows.map((words) => [{ pieces: [words], as: 'cell' }]) }
}

/** What is what: a label and its value to a row. */
export function facts(rows: readonly { label: string; value: string }[]): Block {
  return {
    kind: 'table',
    rows: rows.map(({ label, value }) => [
      { pieces: [label], as: 'label' },
      { pieces: [value], as: 'cell' },
    ]),
  }
}

/** What costs how much, the amount in words. */
export function amountRow(words: string, amount: string, isTotal = false): Cell[] {
  const shown = (text: string): Piece => (isTotal ? { words: text, as: 'strong' } : text)
  return [
    { pieces: [shown(words)], as: 'cell' },
    { pieces: [shown(amount)], as: 'number' },
  ]
}

/** Blocks that no empty line divides in text. */
export function together(...blocks: Block[]): Block {
  return { kind: 'together', blocks }
}
