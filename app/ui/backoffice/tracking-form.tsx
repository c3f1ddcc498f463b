import { getTrackingPage } from '#app/domain/checkout/carriers/carriers.ts'
import { Button } from '#app/ui/button.tsx'

/** Posts the code to the carrier's page, and also puts it in the address, where today's page reads it. */
export function TrackingForm({
  code,
  variant = 'quiet',
}: {
  code: string | null
  variant?: 'main' | 'quiet'
}) {
  if (code === null) return null
  const page = getTrackingPage(code)
  if (page === null) return <span className="num">{code}</span>
  return (
    <form method="post" action={page.address} target="_blank" rel="noopener">
      <input type="hidden" name={page.field} value={code} />
      <Button variant={variant}>{`Rastrear ${code}`}</Button>
    </form>
  )
}
