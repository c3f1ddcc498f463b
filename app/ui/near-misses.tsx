import { Fragment } from 'react'

type NearMissesProps = {
  searches: readonly string[]
  hrefFor: (search: string) => string // the same list with its filters, for another search
}

/** Suggests similar searches if a search of titles finds nothing. */
export function NearMisses({ searches, hrefFor }: NearMissesProps) {
  if (searches.length === 0) return null
  return (
    <p>
      Você quis dizer{' '}
      {searches.map((search, index) => (
        <Fragment key={search}>
          {index === 0 ? null : index === searches.length - 1 ? ' ou ' : ', '}
          <a href={hrefFor(search)}>{search}</a>
        </Fragment>
      ))}
      ?
    </p>
  )
}
