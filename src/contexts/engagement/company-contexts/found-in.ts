import type { SiteAnalysis } from './company-context.object.js';
import type { CompanyContextInput } from './company-context.record.js';

/** The fields of a context that an analysis found. */
export function foundIn(analysis: SiteAnalysis): CompanyContextInput {
  const { companyName, description, industry, services, businessHours, contactInfo, faqs } = analysis;
  return {
    ...(companyName && { companyName }),
    ...(description && { description }),
    ...(industry && { industry }),
    ...(services.length > 0 && { services }),
    ...(businessHours && { businessHours }),
    ...(Object.keys(contactInfo).length > 0 && { contactInfo: { ...contactInfo } }),
    ...(faqs.length > 0 && { faqs }),
  };
}
