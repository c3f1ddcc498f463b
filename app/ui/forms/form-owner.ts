import { createContext, useContext } from 'react'

const FormOwnerContext = createContext<string | undefined>(undefined)

/** Provides the form owner, which every page sets; undefined for visitors and on cached pages. */
export const FormOwnerProvider = FormOwnerContext.Provider
export const useFormOwner = () => useContext(FormOwnerContext)
