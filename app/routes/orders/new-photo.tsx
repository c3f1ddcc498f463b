import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listPhotoCopies } from '#app/domain/orders/photo-review.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { findOrderDetail } from '#app/models/orders/order.server.ts'
import { findOpenPhotoRequest } from '#app/models/orders/photo-request.server.ts'
import { paths } from '#app/paths.ts'
import { getPhotoFieldName, readNewPhotoForm, storeNewPhotos } from '#app/routes/orders/new-photos.server.ts'
import { formatPhotoHint } from '#app/text/orders/photo-labels.ts'
import {
  formatPhotoCopy,
  formatPhotoPageTitle,
  formatPhotoRequestTitle,
  formatPhotosReceived,
} from '#app/text/orders/photo-request-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Fieldset, FileField } from '#app/ui/forms/field.tsx'
import { FileForm } from '#app/ui/forms/file-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { PhotoGuide } from '#app/ui/photo-guide.tsx'

export const handle: PageHandle<Loaded> = { title: ({ title }) => title }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireAccount(args, 'purchase')
  const orderId = parseId(args.params.id) ?? notFound()
  if (!(await findOrderDetail(orderId, viewer.profileId))) return notFound()
  const request = await findOpenPhotoRequest(orderId)
  const copies = listPhotoCopies(request?.lines ?? [])
  const title = formatPhotoPageTitle(orderId, copies)
  const copiesWithFields = copies.map((copy) => ({ ...copy, fieldName: getPhotoFieldName(copy.id) }))
  const isColleague = viewer.role !== 'owner'
  return {
    orderId,
    title,
    isColleague,
    request: request && { reason: request.reason, copies: copiesWithFields },
  }
}

/** Replaces requested photos. After the last one, the order waits for review again. */
export async function action(args: ActionFunctionArgs) {
  const { userId, profileId, actorUserId } = await requireAccount(args, 'purchase')
  const orderId = parseId(args.params.id) ?? notFound()
  if (!(await findOrderDetail(orderId, profileId))) return notFound()
  const request = await findOpenPhotoRequest(orderId)
  // The page of the redirect explains that no photo is requested any more.
  if (!request) return seeOther(paths.newPhoto(orderId))
  const lineIds = listPhotoCopies(request.lines).map((copy) => copy.id)
  const { storedCount, errors } = await storeNewPhotos(
    { orderId, profileId, userId, actorUserId, lineIds },
    await readNewPhotoForm(args),
  )
  if (Object.keys(errors).length > 0) return data({ errors }, { status: 400 })
  if (storedCount === 0) {
    const missingErrors = lineIds.map((id) => [getPhotoFieldName(id), [specTexts.photoOfUnitRequired]])
    return data({ errors: Object.fromEntries(missingErrors) }, { status: 400 })
  }
  const remainingCount = lineIds.length - storedCount
  const text = formatPhotosReceived(storedCount, remainingCount)
  return redirectWithFlash(remainingCount === 0 ? paths.order(orderId) : paths.newPhoto(orderId), {
    tone: 'good',
    text,
  })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function NewPhoto() {
  const { orderId, title, isColleague, request } = useLoaderData<typeof loader>()
  const errors: Record<string, string[]> = useActionData<typeof action>()?.errors ?? {}
  const hasErrors = Object.keys(errors).length > 0
  return (
    <div className="narrow">
      <PageHeading title={title} back={{ href: paths.order(orderId), label: `Pedido nº ${orderId}` }} />
      {hasErrors ? <ErrorSummary errors={errors} /> : null}
      {request ? (
        <PhotoForm orderId={orderId} request={request} errors={errors} isColleague={isColleague} />
      ) : (
        <Notice tone="info">Nenhuma foto é pedida para este pedido agora.</Notice>
      )}
    </div>
  )
}

type FormProps = {
  orderId: number
  request: NonNullable<Loaded['request']>
  errors: Record<string, string[]>
  isColleague: boolean
}

function PhotoForm({ orderId, request, errors, isColleague }: FormProps) {
  const { copies } = request
  return (
    <FileForm action={paths.newPhoto(orderId)} className="stack" data-once="">
      <Notice tone="warn" title={formatPhotoRequestTitle(copies)}>
        {request.reason}
      </Notice>
      <PhotoGuide lines={copies} />
      {copies.map(({ fieldName, photo, ...copy }) => (
        <Fieldset key={fieldName} legend={formatPhotoCopy({ ...copy, photo })} level="group">
          {photo ? (
            <img src={paths.photoPreview(photo)} alt="Foto enviada antes" className="photo-sent" />
          ) : null}
          <FileField
            label={photo ? 'Nova foto' : 'Foto'}
            hint={formatPhotoHint({ isColleague })}
            name={fieldName}
            accept="image/png,image/gif,image/jpeg"
            errors={errors[fieldName]}
            isRequired
          />
        </Fieldset>
      ))}
      <div className="actions">
        <Button variant="main">Enviar</Button>
        <LinkButton href={paths.order(orderId)}>Voltar</LinkButton>
      </div>
    </FileForm>
  )
}
