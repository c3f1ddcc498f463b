import { isTrackingCode } from '#app/domain/shipments/tracking.ts'
import { Button } from '#app/ui/button.tsx'

/**
 * The code of a shipment, posted to the postal service's page when its check digit is right (F65). The address carries it
 * as well, as that page reads it there today.
 */
export function TrackingForm({ code }: { code: string | null }) {
  if (code === null) return null
  if (!isTrackingCode(code)) return <span className="num">{code}</span>
  return (
    <form
      method="post"
      action={`https://rastreamento.correios.com.br/app/index.php?objetos=${code}`}
      target="_blank"
      rel="noopener"
    >
      <input type="hidden" name="objetos" value={code} />
      <Button variant="quiet">{`Rastrear ${code}`}</Button>
    </form>
  )
}
