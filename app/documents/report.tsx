import { Letterhead } from '#app/documents/letterhead.tsx'
import { landscape, paperStyles } from '#app/documents/paper-styles.ts'
import { renderDocument } from '#app/documents/render-document.server.tsx'
import type { CompanyContact } from '#app/text/address-words.ts'

type Head = { key: string; label: string; align: 'text' | 'code' | 'num' }

export type PrintedReport = {
  seller: CompanyContact
  title: string
  lead: string
  /** when the numbers were read, in words */
  asOf: string
  heads: readonly Head[]
  rows: readonly { key: string; cells: readonly string[] }[]
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
    css: `${paperStyles}${landscape}`,
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
              {rows.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((text, index) => (
                    <td key={heads[index]?.key} className={heads[index]?.align}>
                      {text}
                    </td>
                  ))}
                </tr>
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
