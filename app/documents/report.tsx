import { Fragment } from 'react'
import { Letterhead } from '#app/documents/letterhead.tsx'
import { landscape, paperStyles } from '#app/documents/paper-styles.ts'
import { renderDocument } from '#app/documents/render-document.server.tsx'
import type { CompanyContact } from '#app/text/address-words.ts'

type Head = { key: string; label: string; align: 'text' | 'code' | 'num' }

/** Rows of one heading follow each other. */
type Row = {
  key: string
  group: { key: string; label: string; note?: string } | null
  cells: readonly string[]
}

export type PrintedReport = {
  seller: CompanyContact
  title: string
  lead: string
  /** when the numbers were read, in words */
  asOf: string
  heads: readonly Head[]
  rows: readonly Row[]
  totals: readonly { label: string; value: string }[]
  empty: string
}

/** A report as a complete HTML page, A4 across, the heads on every sheet (F115). */
export function renderReport({
  seller,
  title,
  lead,
  asOf,
  heads,
  rows,
  totals,
  empty,
}: PrintedReport): string {
  return renderDocument({
    title,
    css: `${paperStyles}${landscape}${groups}`,
    children: (
      <>
        <Letterhead seller={seller} />
        <h1>{title}</h1>
        <p>{lead}</p>
        <p className="quiet">{asOf}</p>
        {rows.length === 0 ? <p>{empty}</p> : null}
        {rows.length > 0 ? (
          <table>
            <thead>
              <tr>
                {heads.map(({ key, label, align }) => (
                  <th key={key} scope="col" className={align}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <Fragment key={row.key}>
                  {row.group && row.group.key !== rows[index - 1]?.group?.key ? (
                    <GroupHeading group={row.group} columns={heads.length} />
                  ) : null}
                  <tr>
                    {row.cells.map((text, at) => (
                      <td key={heads[at]?.key} className={heads[at]?.align}>
                        {text}
                      </td>
                    ))}
                  </tr>
                </Fragment>
              ))}
            </tbody>
          </table>
        ) : null}
        <dl className="facts">
          {totals.map(({ label, value }) => [
            <dt key={label}>{label}</dt>,
            <dd key={`${label}=`}>{value}</dd>,
          ])}
        </dl>
      </>
    ),
  })
}

type GroupHeadingProps = { group: NonNullable<Row['group']>; columns: number }

function GroupHeading({ group: { label, note }, columns }: GroupHeadingProps) {
  return (
    <tr className="group">
      <th scope="rowgroup" colSpan={columns}>
        <strong>{label}</strong>
        {note ? <span className="quiet">{` · ${note}`}</span> : null}
      </th>
    </tr>
  )
}

/** A heading stays with its first row. */
const groups = `
.group { break-after: avoid }
.group th { padding-top: 4mm }
.group strong { font-weight: 600 }
`
