import { paths } from '#app/paths.ts'
import { mayBeSerial } from '#app/routes/shop/catalogue/catalogue-query.ts'

type OtherWaysProps = {
  search: string
  /** titles the search finds without the filters, 0 where there are none */
  found: number
}

/** Where nothing is found: the same words without the filters, or a number as that of an aircraft. */
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
