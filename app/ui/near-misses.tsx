import { Fragment } from 'react'

type NearMissesProps = {
  searches: readonly string[]
  /** the same list, its other filters with it, searched for this instead */
  hrefFor: (search: string) => string
}

/** Offered where a search of titles found nothing: 'Você quis dizer Ipanema?', each a link that searches for it. */
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
