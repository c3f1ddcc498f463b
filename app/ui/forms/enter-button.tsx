import { enterIntent } from '#app/domain/platform/enter-intent.ts'

/** A hidden copy of the main button, placed first because Enter presses a form's first button. */
export function EnterButton({ form, children }: { form?: string; children: string }) {
  return (
    <button
      type="submit"
      form={form}
      name="intent"
      value={enterIntent}
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden
    >
      {children}
    </button>
  )
}
