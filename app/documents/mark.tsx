import { MarkPaths } from '#app/ui/frame/mark-paths.tsx'

/** The mark of the shop as documents carry it, in print colours. */
export function Mark() {
  return (
    <svg viewBox="5 1 23 30" aria-hidden="true">
      <MarkPaths sheet="#0a4d5f" line="#fff" lineWidth="2.4" />
    </svg>
  )
}
