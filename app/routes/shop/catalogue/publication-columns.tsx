import type { Applicability } from '#app/domain/catalogue/applicability.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { paths } from '#app/paths.ts'
import { CartToggle } from '#app/routes/shop/catalogue/cart-toggle.tsx'
import { fitNames } from '#app/routes/shop/catalogue/catalogue-labels.ts'
import { formatYearlyPrice, listKindLabels } from '#app/text/checkout/cart-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { Money } from '#app/ui/money.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'

type Row = {
  id: number
  name: string
  applicability: string
  version: string
  date: CivilDate
  price: number
  price_signature: number | null
  is_signature: boolean
  is_download: boolean
}

/** A publication of the list; `fit` is set only if a serial number was given. */
export type CatalogueRow = Row & { fit?: Applicability | undefined }

/**
 * Returns the specification's columns (F28, F29). If the person may not buy, `idsInCart` is null and the
 * column of the cart is missing (D92).
 */
export function makePublicationColumns(
  idsInCart: readonly number[] | null,
  currentPath: string,
): Column<CatalogueRow>[] {
  const cartColumn: Column<CatalogueRow> = {
    key: 'cart',
    label: 'Carrinho',
    align: 'actions',
    render: (row) => (
      <CartToggle
        publication={row}
        isInCart={idsInCart?.includes(row.id) ?? false}
        returnTo={currentPath}
        cartHref={paths.cart()}
      />
    ),
  }
  return [
    { key: 'name', label: 'Publicação', rowHeader: true, render: (row) => <NameCell row={row} /> },
    {
      key: 'applicability',
      label: 'Aplicabilidade',
      align: 'phrase',
      render: (row) => <Unbroken text={row.applicability} />,
    },
    { key: 'version', label: 'Versão', align: 'code', render: (row) => row.version },
    { key: 'date', label: 'Atualização', align: 'code', render: (row) => formatDate(row.date) },
    { key: 'price', label: 'Preço', align: 'num', render: (row) => <PriceCell row={row} /> },
    ...(idsInCart ? [cartColumn] : []),
  ]
}

/** Shows the price, and the lower price of a subscription's further years (D4, F34). */
function PriceCell({ row: { price, price_signature: renewal } }: { row: CatalogueRow }) {
  return (
    <>
      <Money centavos={price} />
      {renewal ? <span className="hint">{formatYearlyPrice(renewal)}</span> : null}
    </>
  )
}

function NameCell({ row }: { row: CatalogueRow }) {
  return (
    <>
      <a href={paths.publication(row.id)}>
        <Unbroken text={row.name} />
      </a>
      <span className="hint">
        {row.fit ? (
          <b className={row.fit === 'fits' ? 'fit' : undefined}>{`${fitNames[row.fit]} · `}</b>
        ) : null}
        {listKindLabels({ isSignature: row.is_signature, isDownload: row.is_download }).join(' · ')}
      </span>
    </>
  )
}
