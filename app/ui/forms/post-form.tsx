import type { ComponentPropsWithoutRef } from 'react'
import { ownerField } from '#app/domain/accounts/form-owner.ts'
import { seenField } from '#app/domain/platform/form-seen.ts'
import type { DataAttributes } from '#app/ui/forms/field-frame.tsx'
import { useFormOwner } from '#app/ui/forms/form-owner.ts'

type PostFormProps = DataAttributes &
  Omit<ComponentPropsWithoutRef<'form'>, 'method' | 'className'> & {
    className?: string | undefined
    seen?: string | undefined // returned by `fieldText`, for a form of a stored record
  }

/** Adds hidden fields with the page's owner and a digest of the texts it showed. */
export function PostForm({ seen, children, ...form }: PostFormProps) {
  const owner = useFormOwner()
  return (
    <form method="post" {...form}>
      {owner === undefined ? null : <input type="hidden" name={ownerField} value={owner} />}
      {seen === undefined ? null : <input type="hidden" name={seenField} value={seen} />}
      {children}
    </form>
  )
}
