import { createContext, useContext } from 'react'

const FormOwnerContext = createContext<string | undefined>(undefined)

/** Provides the form owner, set by every page; undefined for visitors and on cached pages. */
export const FormOwnerProvider = FormOwnerContext.Provider
export const useFormOwner = () => useContext(FormOwnerContext)
