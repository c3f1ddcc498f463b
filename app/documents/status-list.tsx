import { Letterhead } from '#app/documents/letterhead.tsx'
import { paperStyles, portrait } from '#app/documents/paper-styles.ts'
import { renderDocument } from '#app/documents/render-document.server.tsx'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'

export type StatusList = {
  seller: CompanyContact
  asOf: CivilDate
  rows: { name: string; applicability: string; version: string; date: CivilDate }[]
}

export function renderStatusList({ seller, asOf, rows }: StatusList): string {
  return renderDocument({
    title: `Status das publicações em ${formatDate(asOf)}`,
    css: `${paperStyles}${portrait}`,
    companyLook: seller.companyLook,
    children: (
      <>
        <Letterhead seller={seller} />
        <h1>Status das publicações</h1>
        <p>
          A versão em vigor de cada publicação em {formatDate(asOf)}: {rows.length}{' '}
          {rows.length === 1 ? 'título' : 'títulos'}.
        </p>
        <table>
          <thead>
            <tr>
              <th scope="col">Publicação</th>
              <th scope="col">Aplicabilidade</th>
              <th scope="col">Versão</th>
              <th scope="col">Atualização</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: printed once, in this order.
              <tr key={index}>
                <th scope="row">{row.name}</th>
                <td>{row.applicability}</td>
                <td className="code">{row.version}</td>
                <td className="code">{formatDate(row.date)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </>
    ),
  })
}
