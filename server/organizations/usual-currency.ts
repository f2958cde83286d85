import { type Currency, usualCurrency } from '../../contract/currencies.ts'
import { presentName } from '../../contract/time-zones.ts'

/** The currencies of one country or territory (ISO 3166). Where none is listed, amounts are in US dollars. */
const ofOneRegion = `
  AED:AE AFN:AF ALL:AL AMD:AM AOA:AO ARS:AR AWG:AW AZN:AZ BAM:BA BBD:BB BDT:BD BIF:BI BMD:BM BND:BN BOB:BO
  BRL:BR BSD:BS BTN:BT BWP:BW BYN:BY BZD:BZ CAD:CA CDF:CD CLP:CL CNY:CN COP:CO CRC:CR CUP:CU CVE:CV CZK:CZ
  DJF:DJ DOP:DO DZD:DZ EGP:EG ERN:ER ETB:ET FJD:FJ FKP:FK GEL:GE GHS:GH GIP:GI GMD:GM GNF:GN GTQ:GT GYD:GY
  HKD:HK HNL:HN HTG:HT HUF:HU IDR:ID INR:IN IRR:IR ISK:IS JMD:JM JPY:JP KES:KE KGS:KG KHR:KH KMF:KM KPW:KP
  KRW:KR KYD:KY KZT:KZ LAK:LA LBP:LB LKR:LK LRD:LR LSL:LS MDL:MD MGA:MG MKD:MK MMK:MM MNT:MN MOP:MO MRU:MR
  MUR:MU MVR:MV MWK:MW MXN:MX MYR:MY MZN:MZ NAD:NA NGN:NG NIO:NI NPR:NP PAB:PA PEN:PE PGK:PG PHP:PH PKR:PK
  PLN:PL PYG:PY QAR:QA RON:RO RSD:RS RUB:RU RWF:RW SAR:SA SBD:SB SCR:SC SDG:SD SEK:SE SGD:SG SHP:SH SLE:SL
  SOS:SO SRD:SR SSP:SS STN:ST SYP:SY SZL:SZ THB:TH TJS:TJ TMT:TM TOP:TO TRY:TR TTD:TT TWD:TW TZS:TZ UAH:UA
  UGX:UG UYU:UY UZS:UZ VES:VE VND:VN VUV:VU WST:WS YER:YE ZAR:ZA ZMW:ZM ZWG:ZW`

/** The currencies of several. */
const ofSeveral = `
  AUD:AU,CC,CX,KI,NF,NR,TV
  CHF:CH,LI
  DKK:DK,FO,GL
  EUR:AD,AT,AX,BE,BG,BL,CY,DE,EE,ES,FI,FR,GF,GP,GR,HR,IE,IT,LT,LU,LV,MC,ME,MF,MQ,MT,NL,PM,PT,RE,SI,SK,SM,TF,VA,XK,YT
  GBP:GB,GG,GS,IM,JE
  ILS:IL,PS
  MAD:EH,MA
  NOK:NO,SJ
  NZD:CK,NU,NZ,PN,TK
  XAF:CF,CG,CM,GA,GQ,TD
  XCD:AG,AI,DM,GD,KN,LC,MS,VC
  XCG:CW,SX
  XOF:BF,BJ,CI,GW,ML,NE,SN,TG
  XPF:NC,PF,WF`

let currencyByZone: ReadonlyMap<string, Currency> | undefined

/**
 * The currency that a company in a time zone most probably has: that of the zone's country, until its people choose
 * another one. US dollars if the zone is in no country or its currency can't be chosen.
 */
export function usualCurrencyIn(time_zone: string): Currency {
  currencyByZone ??= new Map(entries())
  return currencyByZone.get(presentName(time_zone)) ?? usualCurrency
}

/** Each time zone of the countries above, as the platform knows it, with its currency. */
function* entries(): Generator<[string, Currency]> {
  for (const entry of `${ofOneRegion} ${ofSeveral}`.match(/\S+/g) ?? []) {
    const [currency, regions = ''] = entry.split(':') as [Currency, string?]
    for (const region of regions.split(','))
      for (const zone of new Intl.Locale(`und-${region}`).getTimeZones() ?? []) yield [presentName(zone), currency]
  }
}
