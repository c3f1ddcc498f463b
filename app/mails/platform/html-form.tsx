import { Children, createContext, type ReactNode, useContext } from 'react'
import type { Colours } from '#app/domain/settings/appearance.ts'
import type { Block, Cell, Piece } from '#app/mails/platform/blocks.ts'

/** Renders blocks with inline styles because mail programs remove other styles. */
export function Blocks({ blocks, colours }: { blocks: readonly Block[]; colours: Colours | undefined }) {
  return (
    <ColoursContext.Provider value={colours}>{renderInOrder(blocks, renderBlock)}</ColoursContext.Provider>
  )
}

/** The company's colours, if it has its own. */
const ColoursContext = createContext<Colours | undefined>(undefined)

function renderBlock(block: Block): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p
          className={block.as === 'quote' ? 'rule' : undefined}
          style={block.as && paragraphStyles[block.as]}
        >
          {renderInOrder(block.pieces, renderPiece)}
        </p>
      )
    case 'table':
      return <Table>{renderInOrder(block.rows, renderRow)}</Table>
    case 'entries':
      return <Table>{renderInOrder(block.entries, renderEntry)}</Table>
    case 'list':
      return (
        <ul>
          {renderInOrder(block.items, (item) => (
            <li>{item}</li>
          ))}
        </ul>
      )
    case 'picture':
      return (
        <p>
          <img
            src={`cid:${block.picture.cid}`}
            alt={block.alt}
            width={block.size}
            height={block.height ?? block.size}
          />
        </p>
      )
    case 'together':
      return renderInOrder(block.blocks, renderBlock)
  }
}

function renderPiece(piece: Piece): ReactNode {
  if (typeof piece === 'string') return piece
  if ('url' in piece) return <MailLink {...piece} />
  if (piece.as === 'whole') return <span style={{ whiteSpace: 'nowrap' }}>{piece.text}</span>
  return <strong style={piece.as === 'code' ? mono : undefined}>{piece.text}</strong>
}

function MailLink({ text, url, isButton }: { text: string; url: string; isButton?: boolean }) {
  const colours = useContext(ColoursContext)
  const style = isButton
    ? { ...button, background: colours?.act ?? button.background }
    : { color: colours?.ink ?? anchor.color }
  return (
    <a href={url} className={isButton ? 'button' : 'link'} style={style}>
      {text}
    </a>
  )
}

function Table({ children }: { children: ReactNode }) {
  return (
    <table width="100%" cellPadding="0" cellSpacing="0" style={{ borderCollapse: 'collapse' }}>
      <tbody>{children}</tbody>
    </table>
  )
}

function renderRow(cells: readonly Cell[]): ReactNode {
  const renderCell = ({ pieces, as, isWide, notes = [] }: Cell) => (
    <td
      colSpan={isWide ? 2 : undefined}
      style={isLongLabel(as, pieces) ? cellStyles.longLabel : cellStyles[as]}
    >
      {renderInOrder(pieces, renderPiece)}
      {renderInOrder(notes, renderSmallLine)}
    </td>
  )
  return <tr>{renderInOrder(cells, renderCell)}</tr>
}

/** Returns true for a label that is too long to stand beside its value at 320 pixels. */
function isLongLabel(as: Cell['as'], pieces: readonly Piece[]): boolean {
  return as === 'label' && pieces.some((piece) => typeof piece === 'string' && piece.length > 20)
}

function renderSmallLine(text: string): ReactNode {
  return (
    <>
      <br />
      <span className="foot" style={smallStyle}>
        {text}
      </span>
    </>
  )
}

function renderEntry(lines: readonly (readonly Piece[])[]): ReactNode {
  const [firstLine = [], ...otherLines] = lines
  const renderLineBelow = (line: readonly Piece[]) => (
    <>
      <br />
      {renderInOrder(line, renderPiece)}
    </>
  )
  return (
    <tr>
      <td style={cellStyles.cell}>
        {renderInOrder(firstLine, renderPiece)}
        {renderInOrder(otherLines, renderLineBelow)}
      </td>
    </tr>
  )
}

function renderInOrder<T>(items: readonly T[], render: (item: T) => ReactNode): ReactNode {
  return Children.toArray(items.map(render))
}

const cell = {
  paddingTop: 8,
  paddingRight: 0,
  paddingBottom: 8,
  paddingLeft: 0,
  borderBottom: '1px solid #c9d4d6',
  verticalAlign: 'top',
} as const

const cellStyles = {
  cell,
  label: { ...cell, paddingRight: 16, whiteSpace: 'nowrap' },
  longLabel: { ...cell, paddingRight: 16 },
  number: { ...cell, paddingLeft: 16, textAlign: 'right', whiteSpace: 'nowrap' },
} as const

const smallStyle = { fontSize: 13, lineHeight: 1.4, color: '#4a5f66' } as const

const mono = { fontFamily: 'Consolas, Menlo, monospace' } as const

const paragraphStyles = {
  quote: {
    padding: '8px 16px',
    borderLeft: '4px solid #c9d4d6',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  digits: { ...mono, fontSize: 15 },
  code: { ...mono, fontSize: 13, wordBreak: 'break-all' },
  small: { fontSize: 13, wordBreak: 'break-all' },
} as const

const anchor = { color: '#0a4d5f' } as const

const button = {
  display: 'inline-block',
  padding: '12px 20px',
  background: '#b4430f',
  color: '#ffffff',
  fontWeight: 'bold',
  textDecoration: 'none',
  borderRadius: 4,
} as const
