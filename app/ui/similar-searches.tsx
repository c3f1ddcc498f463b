import { Fragment } from 'react'

type NearMissesProps = {
  searches: readonly string[]
  hrefFor: (search: string) => string // returns the address of the list with its filters and another search
}

/** Suggests similar searches if a search of publications finds nothing. */
export function SimilarSearches({ searches, hrefFor }: NearMissesProps) {
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
