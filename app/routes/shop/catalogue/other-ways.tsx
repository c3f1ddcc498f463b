import { paths } from '#app/paths.ts'
import { isLikelySerial } from '#app/routes/shop/catalogue/catalogue-query.ts'

type OtherWaysProps = {
  search: string
  /** number of publications found without the filters */
  count: number
}

/** If nothing was found, offers the same search without filters, and the number as a serial number. */
export function OtherWays({ search, count }: OtherWaysProps) {
  return (
    <>
      {count > 0 ? (
        <p>
          <a href={paths.publications({ search })}>
            {count === 1 ? 'Sem os filtros há 1 publicação' : `Sem os filtros há ${count} publicações`}
          </a>
        </p>
      ) : null}
      {isLikelySerial(search) ? (
        <p>
          <a
            href={paths.publications({ serial: search })}
          >{`Ver o que serve para o nº de série ${search}`}</a>
        </p>
      ) : null}
    </>
  )
}
