/**
 * Country codes of ITU E.164 and the ISO 3166 country each stands for. Codes that several countries share stand for the
 * largest: +1 for the United States, +7 for Russia, +44 for the United Kingdom.
 */
const countries =
  '1US 7RU 20EG 27ZA 30GR 31NL 32BE 33FR 34ES 36HU 39IT 40RO 41CH 43AT 44GB 45DK 46SE 47NO 48PL 49DE 51PE 52MX 53CU 54AR 55BR ' +
  '56CL 57CO 58VE 60MY 61AU 62ID 63PH 64NZ 65SG 66TH 81JP 82KR 84VN 86CN 90TR 91IN 92PK 93AF 94LK 95MM 98IR 211SS 212MA 213DZ ' +
  '216TN 218LY 220GM 221SN 222MR 223ML 224GN 225CI 226BF 227NE 228TG 229BJ 230MU 231LR 232SL 233GH 234NG 235TD 236CF 237CM 238CV ' +
  '239ST 240GQ 241GA 242CG 243CD 244AO 245GW 248SC 249SD 250RW 251ET 252SO 253DJ 254KE 255TZ 256UG 257BI 258MZ 260ZM 261MG ' +
  '263ZW 264NA 265MW 266LS 267BW 268SZ 269KM 297AW 298FO 299GL 350GI 351PT 352LU 353IE 354IS 355AL 356MT 357CY 358FI 359BG ' +
  '370LT 371LV 372EE 373MD 374AM 375BY 376AD 377MC 378SM 380UA 381RS 382ME 383XK 385HR 386SI 387BA 389MK 420CZ 421SK 423LI ' +
  '501BZ 502GT 503SV 504HN 505NI 506CR 507PA 509HT 591BO 592GY 593EC 595PY 597SR 598UY 670TL 673BN 674NR 675PG 676TO 677SB ' +
  '678VU 679FJ 680PW 685WS 686KI 688TV 852HK 853MO 855KH 856LA 880BD 886TW 960MV 961LB 962JO 963SY 964IQ 965KW 966SA 967YE ' +
  '968OM 970PS 971AE 972IL 973BH 974QA 975BT 976MN 977NP 992TJ 993TM 994AZ 995GE 996KG 998UZ';

const byCode = new Map(
  countries.split(' ').map((entry) => {
    const country = entry.slice(-2);
    return [entry.slice(0, -2), country] as const;
  }),
);

/** The country that a number in E.164 belongs to, as ISO 3166; null where its code is none of a country. */
export function phoneCountry(number: string): string | null {
  const [, digits] = /^\+(\d{3,15})$/.exec(number.replace(/[\s().-]/g, '')) ?? [];
  if (!digits) return null;
  // No code is the beginning of another one.
  for (const length of [1, 2, 3]) {
    const country = byCode.get(digits.slice(0, length));
    if (country) return country;
  }
  return null;
}
