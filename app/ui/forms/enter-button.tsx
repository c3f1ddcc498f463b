import { enterIntent } from '#app/domain/platform/enter-intent.ts'

/** Enter in a field presses the first button of the form in the page: it has to be the one for the main act. */
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
