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

/** Shows a number between two submit buttons of the caller's form. */
export function QuantityStepper({ quantity, minus, plus }: QuantityStepperProps) {
  return (
    <span className="stepper">
      <Step {...minus} icon="minus" />
      <span className="stepper-value">{quantity}</span>
      <Step {...plus} icon="plus" />
    </span>
  )
}
