export type ProgressProps = {
  text: string
  done?: number // number that is done, if known
  total?: number
}

export function Progress({ text, done, total }: ProgressProps) {
  return (
    <div className="progress">
      <p role="status">{text}</p>
      {done === undefined || total === undefined ? (
        <div className="progress-bar" role="progressbar" aria-label={text}>
          <i />
        </div>
      ) : (
        <progress className="progress-bar" value={done} max={total} aria-label={text}>
          {`${done} de ${total}`}
        </progress>
      )}
    </div>
  )
}
