import { createContext, useContext } from 'react'

const FormOwnerContext = createContext<string | undefined>(undefined)

/** Set once around every page; undefined for visitors and on pages kept for everybody. */
export const FormOwnerProvider = FormOwnerContext.Provider
export const useFormOwner = () => useContext(FormOwnerContext)
