import type { Centavos } from '#app/domain/platform/money.ts'
import { formatReais } from '#app/text/platform/format.ts'

type Item = {
  name: string
  version: string
  quantity: number
  price: Centavos // of one copy
  kind?: string // text under the name
}

type ItemTableProps = {
  items: readonly Item[]
  includesPrices: boolean // true adds a column with the price of one copy
  /** null if nothing is shipped; `value` is null while it is unknown */
  freight: { label: string; value: Centavos | null } | null
  total: Centavos
}

export function ItemTable({ items, includesPrices, freight, total }: ItemTableProps) {
  const labelSpan = includesPrices ? 4 : 3
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Publicação</th>
          <th scope="col">Versão</th>
          <th scope="col" className="num">
            Quantidade
          </th>
          {includesPrices ? (
            <th scope="col" className="num">
              Preço
            </th>
          ) : null}
          <th scope="col" className="num">
            Valor
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: printed once, in this order.
          <ItemRow key={index} item={item} includesPrices={includesPrices} />
        ))}
      </tbody>
      <tfoot>
        {freight ? (
          <tr>
            <td colSpan={labelSpan}>{freight.label}</td>
            <td className="num code">{freight.value === null ? '–' : formatReais(freight.value)}</td>
          </tr>
        ) : null}
        <tr>
          <th scope="row" colSpan={labelSpan}>
            Total
          </th>
          <td className="num code">{formatReais(total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function ItemRow({ item, includesPrices }: { item: Item; includesPrices: boolean }) {
  const { name, version, quantity, price, kind } = item
  return (
    <tr>
      <th scope="row">
        {name}
        {kind ? (
          <>
            <br />
            <span className="quiet">{kind}</span>
          </>
        ) : null}
      </th>
      <td className="code">{version}</td>
      <td className="num">{quantity}</td>
      {includesPrices ? <td className="num code">{formatReais(price)}</td> : null}
      <td className="num code">{formatReais(price * quantity)}</td>
    </tr>
  )
}
