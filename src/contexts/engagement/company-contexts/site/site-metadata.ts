/** What was found on a site. Nothing of it is certain: lists are empty and texts null where nothing was found. */
export interface SiteMetadata {
  title: string | null;
  /** In the words of the site: at most 5,000 characters. */
  description: string | null;
  headings: string[];
  companyName: string | null;
  industry: string | null;
  services: string[];
  businessHours: string | null;
  contactInfo: ContactDetails;
  faqs: FoundFaq[];
  /** As the page declares it: `en`, `es-ES`. */
  language: string | null;
}

export interface ContactDetails {
  emails?: string[];
  phones?: string[];
  address?: string;
  /** Addresses of profiles by the network's name. */
  social?: Record<string, string>;
}

export interface FoundFaq {
  question: string;
  answer: string;
}

/** One page of a site: what it says, and which other pages of the same site may say more, best first. */
export interface PageMetadata extends SiteMetadata {
  links: string[];
}

/** The limits of a company context, which hold for what is found as well. */
export const most = {
  title: 300,
  headings: 40,
  heading: 200,
  description: 5_000,
  companyName: 200,
  industry: 200,
  services: 100,
  service: 500,
  businessHours: 1_000,
  faqs: 100,
  question: 1_000,
  answer: 5_000,
  contacts: 10,
  address: 500,
} as const;
