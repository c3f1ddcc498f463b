import { Icon } from '#app/ui/icons.tsx'

export type StepperButton = { id?: string; name: string; value: string; disabled?: boolean; label: string }

export type QuantityStepperProps = { quantity: number; minus: StepperButton; plus: StepperButton }

function Step({ icon, label, ...button }: StepperButton & { icon: 'minus' | 'plus' }) {
  return (
    <button {...button} type="submit" className="button" aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}

/** Shows two submit buttons around a number; the caller provides the form. */
export function QuantityStepper({ quantity, minus, plus }: QuantityStepperProps) {
  return (
    <span className="stepper">
      <Step {...minus} icon="minus" />
      <span className="stepper-value">{quantity}</span>
      <Step {...plus} icon="plus" />
    </span>
  )
}
