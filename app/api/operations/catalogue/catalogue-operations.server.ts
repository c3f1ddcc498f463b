import type { Operation } from '#app/api/operation.server.ts'
import {
  getOrderFile,
  getPublicationFile,
  getStatus,
  getStatusFile,
  listPartnership,
} from '#app/api/operations/catalogue/files.server.ts'
import { changeAllPrices } from '#app/api/operations/catalogue/prices.server.ts'
import { getPublication, listPublications } from '#app/api/operations/catalogue/publications.server.ts'
import {
  createPublicationCall,
  deletePublication,
  updatePublication,
} from '#app/api/operations/catalogue/save-publication.server.ts'
import { printSubscribers } from '#app/api/operations/catalogue/subscribers.server.ts'
import { uploadFile } from '#app/api/operations/catalogue/upload.server.ts'

export const catalogueOperations: readonly Operation[] = [
  listPublications,
  getPublication,
  createPublicationCall,
  updatePublication,
  deletePublication,
  listPartnership,
  getStatus,
  changeAllPrices,
  printSubscribers,
  uploadFile,
  getPublicationFile,
  getOrderFile,
  getStatusFile,
]
