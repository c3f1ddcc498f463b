type Aircraft = { model: string; count: number }
type AircraftLinksProps = {
  models: readonly Aircraft[]
  hrefFor: (model: string) => string
  chosenModel?: string | undefined
}

/** Links models, each with its number of publications on sale. */
export function AircraftLinks({ models, hrefFor, chosenModel }: AircraftLinksProps) {
  return (
    <ul className="plain aircraft-links">
      {models.map(({ model, count }) => (
        <li key={model}>
          <a href={hrefFor(model)} aria-current={model === chosenModel ? 'true' : undefined}>
            <span className="nowrap">{model}</span>{' '}
            <span className="num">
              {count}
              <span className="visually-hidden">{count === 1 ? ' título' : ' títulos'}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
