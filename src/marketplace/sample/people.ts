import type { OrderRow } from '../tables/orders'
import type { Random } from './random'

const FIRST =
  'Ava Noah Mia Liam Zoe Owen Ruby Eli Nora Jack Ivy Theo Lena Max Iris Felix Cora Hugo June Omar Tessa Ravi'
/** No real name among them, and no word of the program: what holds one holds a buyer's data. */
export const LAST =
  'Testerly Samplewood Mockingham Fakerton Exampleby Demoson Placeholm Trainor Sampson-Doe Fictwell Madeupson Pretendly'
export const STREETS =
  'Example Avenue,Sample Street,Placeholder Lane,Fiction Road,Demo Court,Training Way,Mockup Boulevard,Testing Terrace'
const PLACES = [
  ['New York', 'NY', '10001'],
  ['Brooklyn', 'NY', '11201'],
  ['Los Angeles', 'CA', '90012'],
  ['San Francisco', 'CA', '94103'],
  ['Chicago', 'IL', '60607'],
  ['Austin', 'TX', '78701'],
  ['Houston', 'TX', '77002'],
  ['Miami', 'FL', '33130'],
  ['Seattle', 'WA', '98101'],
  ['Portland', 'OR', '97205'],
  ['Denver', 'CO', '80202'],
  ['Boston', 'MA', '02108'],
  ['Atlanta', 'GA', '30303'],
  ['Nashville', 'TN', '37203'],
  ['Phoenix', 'AZ', '85004'],
  ['Minneapolis', 'MN', '55401'],
] as const
const UNITS = ['', '', '', 'Apt 2', 'Apt 4B', 'Unit 12', 'Suite 300', 'Floor 2']

type Buyer = Pick<
  OrderRow,
  'email' | 'phone_number' | 'line1' | 'line2' | 'city' | 'address_state' | 'zip5' | 'name'
>

/** A buyer who cannot exist: invented names, example.com, and phone numbers reserved for fiction. */
export function inventBuyer(random: Random): Buyer {
  const first = random.pick(FIRST.split(' '))
  const last = random.pick(LAST.split(' '))
  const [city, addressState, zip5] = random.pick(PLACES)
  return {
    name: `${first} ${last}`,
    email: `${first}.${last}@example.com`.toLowerCase(),
    phone_number: `+1 ${random.int(201, 989)} 555 01${String(random.int(0, 99)).padStart(2, '0')}`,
    line1: `${random.int(1, 9899)} ${random.pick(STREETS.split(','))}`,
    line2: random.pick(UNITS),
    city,
    address_state: addressState,
    zip5,
  }
}
