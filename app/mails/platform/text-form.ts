import type { Block, Piece } from '#app/mails/platform/blocks.ts'

/** Returns a mail's blocks as lines of plain text, with a blank line between blocks. */
export function formatTextLines(blocks: readonly Block[]): string[] {
  const parts = blocks.map(formatBlock).filter(({ length }) => length > 0)
  return parts.flatMap((part, index) => (index === 0 ? part : ['', ...part]))
}

function formatBlock(block: Block): readonly string[] {
  switch (block.kind) {
    case 'paragraph':
      return block.inText ?? [formatPieces(block.pieces)]
    case 'table':
      return block.rows.flatMap((row) => [
        row.map(({ pieces }) => formatPieces(pieces)).join(': '),
        ...row.flatMap(({ notes = [] }) => notes.map((note) => `  ${note}`)),
      ])
    case 'entries':
      return block.entries.flatMap((entry, index) => [
        ...(index === 0 ? [] : ['']),
        ...entry.map(formatPieces),
      ])
    case 'list':
      return block.items
    case 'picture':
      return []
    case 'together':
      return block.blocks.flatMap(formatBlock)
  }
}

function formatPieces(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece
      return 'url' in piece ? `${piece.text}: ${piece.url}` : piece.text
    })
    .join('')
}
