import { Button } from './button.tsx'

export type CopyLineProps = { id: string; label: string; code: string; copyLabel?: string; isMain?: boolean }

/** A code to copy; `isMain` where copying is the one thing to do. The button needs a script, so it stays hidden until one takes it up by its data-copy. */
export function CopyLine({ id, label, code, copyLabel = 'Copiar', isMain = false }: CopyLineProps) {
  return (
    <div className="stack-s">
      <div className="label">{label}</div>
      <div className="copy-line">
        <code id={id}>{code}</code>
        <Button type="button" variant={isMain ? 'main' : 'secondary'} icon="copy" data-copy={id} hidden>
          <span data-copy-label="">{copyLabel}</span>
        </Button>
      </div>
    </div>
  )
}
