import { Button } from './button.tsx'

export type CopyLineProps = { id: string; label: string; code: string; copyLabel?: string; isMain?: boolean }

/** Shows a code and a button that copies it, hidden without scripts. `isMain`: copying is the main action. */
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
