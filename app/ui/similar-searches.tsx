import { Fragment } from 'react'

type SimilarSearchesProps = {
  searches: readonly string[]
  hrefFor: (search: string) => string // returns the address of the list with its filters and another search
}

function getSeparator(index: number, count: number): string {
  return index === count - 1 ? ' ou ' : ', '
}

/** Suggests similar searches if a search of publications finds nothing. */
export function SimilarSearches({ searches, hrefFor }: SimilarSearchesProps) {
  if (searches.length === 0) return null
  return (
    <p>
      Você quis dizer{' '}
      {searches.map((search, index) => (
        <Fragment key={search}>
          {index === 0 ? null : getSeparator(index, searches.length)}
          <a href={hrefFor(search)}>{search}</a>
        </Fragment>
      ))}
      ?
    </p>
  )
}
