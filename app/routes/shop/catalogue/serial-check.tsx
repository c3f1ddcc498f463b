import type { ReactNode } from 'react'
import { maxSerialNumberLength } from '#app/domain/accounts/aircraft.ts'
import type { Applicability } from '#app/domain/catalogue/applicability.ts'
import { formatApplicability } from '#app/routes/shop/catalogue/catalogue-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'

export type SerialAnswer = { serial: string; applicability: Applicability; model: string | undefined }

type SerialCheckProps = {
  action: string
  answer: SerialAnswer | undefined
  contact: string
  /** returns the address of all publications for this number */
  listFor: (serial: string) => string
  /** the models that the publication is for */
  children?: ReactNode
}

const tones = { fits: 'good', 'does-not-fit': 'bad', unknown: 'warn' } as const

/** Asks for a serial number and shows whether the publication fits the aircraft (D80). */
export function SerialCheck({ action, answer, contact, listFor, children }: SerialCheckProps) {
  return (
    <section aria-labelledby="serve-titulo" className="serial-check" id="serve">
      <h2 id="serve-titulo">Serve para a minha aeronave?</h2>
      {children}
      <form method="get" action={`${action}#serve`} className="serial-form">
        <TextField
          label="Número de série"
          name="serial"
          width="short"
          maxLength={maxSerialNumberLength}
          autoComplete="off"
          hint="Está na plaqueta da célula."
          defaultValue={answer?.serial}
        />
        <Button>Conferir</Button>
      </form>
      {answer ? (
        <Notice tone={tones[answer.applicability]} isSilent>
          <p>
            {formatApplicability(answer.applicability, answer)}{' '}
            {answer.applicability === 'unknown' ? <a href={contact}>Contato</a> : null}
            {answer.applicability === 'does-not-fit' ? (
              <a href={listFor(answer.serial)}>Ver o que serve</a>
            ) : null}
          </p>
        </Notice>
      ) : null}
    </section>
  )
}
