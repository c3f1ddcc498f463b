export type ProgressProps = {
  text: string
  doneCount?: number // number that is done, if known
  total?: number
}

export function Progress({ text, doneCount, total }: ProgressProps) {
  return (
    <div className="progress">
      <p role="status">{text}</p>
      {doneCount === undefined || total === undefined ? (
        <div className="progress-bar" role="progressbar" aria-label={text}>
          <i />
        </div>
      ) : (
        <progress className="progress-bar" value={doneCount} max={total} aria-label={text}>
          {`${doneCount} de ${total}`}
        </progress>
      )}
    </div>
  )
}
