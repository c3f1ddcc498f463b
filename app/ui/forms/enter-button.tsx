import { enterIntent } from '#app/domain/platform/enter-intent.ts'

/** Enter in a field presses the form's first button, so that must be the main act's. */
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
