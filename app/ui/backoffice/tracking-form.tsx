import { trackingPage } from '#app/domain/checkout/carriers/carriers.ts'
import { Button } from '#app/ui/button.tsx'

/**
 * The code of a shipment, posted to the carrier's page when its check digit is right (F65). The address carries it as
 * well, as that page reads it there today.
 */
export function TrackingForm({
  code,
  variant = 'quiet',
}: {
  code: string | null
  variant?: 'main' | 'quiet'
}) {
  if (code === null) return null
  const page = trackingPage(code)
  if (page === null) return <span className="num">{code}</span>
  return (
    <form method="post" action={page.address} target="_blank" rel="noopener">
      <input type="hidden" name={page.field} value={code} />
      <Button variant={variant}>{`Rastrear ${code}`}</Button>
    </form>
  )
}
