import type { ComponentPropsWithoutRef } from 'react'
import { ownerField } from '#app/domain/accounts/form-owner.ts'
import { digestField } from '#app/domain/platform/form-seen.ts'
import type { DataAttributes } from '#app/ui/forms/field-frame.tsx'
import { useFormOwner } from '#app/ui/forms/form-owner.ts'

type PostFormProps = DataAttributes &
  Omit<ComponentPropsWithoutRef<'form'>, 'method' | 'className'> & {
    className?: string | undefined
    seenDigest?: string | undefined // the value that `makeFieldTextReader` returned, for a form of a stored record
  }

/** Shows a form with hidden fields: the page's owner and a digest of the displayed texts. */
export function PostForm({ seenDigest, children, ...form }: PostFormProps) {
  const owner = useFormOwner()
  return (
    <form method="post" {...form}>
      {owner === undefined ? null : <input type="hidden" name={ownerField} value={owner} />}
      {seenDigest === undefined ? null : <input type="hidden" name={digestField} value={seenDigest} />}
      {children}
    </form>
  )
}
