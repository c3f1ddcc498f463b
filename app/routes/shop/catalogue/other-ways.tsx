import { paths } from '#app/paths.ts'
import { mayBeSerial } from '#app/routes/shop/catalogue/catalogue-query.ts'

type OtherWaysProps = {
  search: string
  /** number of publications found without the filters */
  found: number
}

/** Offers, if nothing was found, a search without filters, or by the number as a serial number. */
export function OtherWays({ search, found }: OtherWaysProps) {
  return (
    <>
      {found > 0 ? (
        <p>
          <a href={paths.publications({ search })}>
            {found === 1 ? 'Sem os filtros há 1 publicação' : `Sem os filtros há ${found} publicações`}
          </a>
        </p>
      ) : null}
      {mayBeSerial(search) ? (
        <p>
          <a
            href={paths.publications({ serial: search })}
          >{`Ver o que serve para o nº de série ${search}`}</a>
        </p>
      ) : null}
    </>
  )
}
